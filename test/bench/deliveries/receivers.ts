// Receivers of webhooks and callbacks by path: /healthy/… answers at once, /slow/… after 5 s, /dead/…
// never, but as /healthy/… from /revive on.
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

const port = Number(process.argv[2]);
const slowMs = 5_000;
/** When each event arrived that is acknowledged (epoch milliseconds), by its id. */
const arrivals: Record<string, number> = {};
let repeats = 0;
let isRevived = false;
const hanging = new Set<ServerResponse>();

const server = createServer(async (request, response) => {
  const path = request.url ?? '';
  if (path === '/arrivals') return void response.end(JSON.stringify({ arrivals, repeats }));
  if (path === '/revive') {
    isRevived = true;
    for (const each of hanging) each.destroy();
    return void response.end();
  }
  const body = await text(request);
  if (path.startsWith('/dead/') && !isRevived) {
    hanging.add(response.on('close', () => hanging.delete(response)));
    return;
  }
  // A webhook has its id in a header, a callback in its body.
  const id = String(request.headers['webhook-id'] ?? JSON.parse(body).event_id);
  if (id in arrivals) repeats += 1;
  arrivals[id] ??= Date.now();
  const acknowledge = () => response.writeHead(200).end();
  if (path.startsWith('/slow/')) setTimeout(acknowledge, slowMs);
  else acknowledge();
});
server.keepAliveTimeout = 60_000;
server.listen(port, '127.0.0.1', () => process.stdout.write('Ready.\n'));
