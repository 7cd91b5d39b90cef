// boardgame.io's server with its own storage: `node server.mjs PORT [FOLDER]`, in memory without a folder.
import { createRequire } from "node:module";
import { game } from "./game.mjs";

const { FlatFile, Server } = createRequire(import.meta.url)("boardgame.io/dist/cjs/server.js");
const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;

// All moves come from one address; its limit of the lobby's pace is the framework's own and not in use here.
Server({ games: [game], db, origins: false }).run({ port: { host: "127.0.0.1", port: Number(port) } });
