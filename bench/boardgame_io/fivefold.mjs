// A seat at Fivefold's server (docs/protocol.md).
import WebSocket from "ws";

async function post(url, body, cookie) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(cookie && { Cookie: cookie }) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return [await answer.json(), answer.headers.getSetCookie().map((set) => set.split(";")[0]).join("; ")];
}

/** Makes a table and takes its seats, at one process of the server after another; returns what connects them. */
export async function join({ urls }, table) {
  const cookies = [];
  for (let seat = 0; seat < 4; seat++) {
    const [, cookie] = await post(`${urls[seat % urls.length]}/api/guests`, { name: `player ${seat}` });
    cookies.push(cookie);
  }
  const [{ id }] = await post(`${urls[0]}/api/tables`, { game: "fives", players: 4 }, cookies[0]);
  for (let seat = 1; seat < 4; seat++)
    await post(`${urls[seat % urls.length]}/api/tables/${id}/sit`, { seat }, cookies[seat]);
  await post(`${urls[0]}/api/tables/${id}/start`, {}, cookies[0]);
  return () => Promise.all(cookies.map((cookie, seat) => connect(urls[seat % urls.length], table, id, seat, cookie)));
}

/** Connects a seat, and resolves once it has seen the table. */
function connect(url, table, id, seat, cookie) {
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/tables/${id}/socket`, {
    headers: { Cookie: cookie, Origin: url },
    perMessageDeflate: false,
  });

  function mover({ seq, view }) {
    if (!view.legal.length) return null;
    return () => socket.send(JSON.stringify({ type: "play", id: `m${seq}`, seq, moves: [view.legal[0]] }));
  }

  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("close", (code, reason) => reject(new Error(`closed: ${code} ${reason}`)));
    socket.on("message", (data) => {
      const told = JSON.parse(data.toString());
      if (told.type === "event") table.saw(mover(told));
      else if (told.type === "accepted") table.accepted();
      else if (told.type === "refused") throw new Error(told.sentence);
      else if (told.type === "welcome") {
        table.saw(mover(told));
        resolve();
      }
    });
  });
}
