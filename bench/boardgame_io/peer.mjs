// A seat at boardgame.io's server: its lobby over HTTP, its moves over socket.io's WebSocket.
import WebSocket from "ws";
import { game, legal } from "./game.mjs";

const NAMESPACE = `/${game.name},`;

async function post(url, body) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Makes a table and takes its seats; returns what connects them. */
export async function join({ urls: [url] }, table) {
  const { matchID } = await post(`${url}/games/${game.name}/create`, { numPlayers: 4 });
  const credentials = [];
  for (let seat = 0; seat < 4; seat++) {
    const body = { playerID: String(seat), playerName: `player ${seat}` };
    credentials.push((await post(`${url}/games/${game.name}/${matchID}/join`, body)).playerCredentials);
  }
  return () => Promise.all(credentials.map((own, seat) => connect(url, table, matchID, seat, own)));
}

/** Connects a seat, and resolves once it has seen the table. */
function connect(url, table, matchID, seat, credentials) {
  const socket = new WebSocket(`${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
  const emit = (...event) => socket.send(`42${NAMESPACE}${JSON.stringify(event)}`);

  function mover(state) {
    if (Number(state.ctx.currentPlayer) !== seat || state.ctx.gameover) return null;
    return () => {
      const payload = { type: "play", args: [legal(state.G, seat)[0]], playerID: String(seat), credentials };
      table.mover = seat;
      emit("update", { type: "MAKE_MOVE", payload }, state._stateID, matchID, String(seat));
    };
  }

  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("message", (data) => {
      const text = data.toString();
      if (text[0] === "0") socket.send(`40${NAMESPACE}`);
      else if (text === "2") socket.send("3");
      else if (text.startsWith(`40${NAMESPACE}`)) emit("sync", matchID, String(seat), credentials, 4);
      else if (text.startsWith(`42${NAMESPACE}`)) {
        const [type, , told] = JSON.parse(text.slice(2 + NAMESPACE.length));
        if (type === "sync") {
          table.saw(mover(told.state));
          resolve();
        } else if (type === "update") {
          if (table.mover === seat) table.accepted(); // there is no other acknowledgement
          table.saw(mover(told));
        }
      }
    });
  });
}
