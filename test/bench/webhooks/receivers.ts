// Receivers of webhooks by path: /healthy/… answers at once, /slow/… after 5 s, /dead/… never.
import { createServer } from 'node:http';

const port = Number(process.argv[2]);
const slowMs = 5_000;
/** When each event arrived at a healthy receiver (epoch milliseconds), by its id. */
const arrivals: Record<string, number> = {};
let repeats = 0;

const server = createServer((request, response) => {
  const path = request.url ?? '';
  if (path === '/arrivals') return void response.end(JSON.stringify({ arrivals, repeats }));
  request.resume().on('end', () => {
    if (path.startsWith('/dead/')) return;
    if (path.startsWith('/slow/')) {
      setTimeout(() => response.writeHead(204).end(), slowMs);
      return;
    }
    const id = String(request.headers['webhook-id']);
    if (id in arrivals) repeats += 1;
    arrivals[id] ??= Date.now();
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(port, '127.0.0.1', () => process.stdout.write('Ready.\n'));
