// In the place of the bare lender's web server: a host of the simulated network.
import type { Answer } from '../../helpers/bare-lender/rest-framework.ts';
import type { WebRequest, WebServer } from '../../helpers/bare-lender/web-server.ts';
import { currentProcess } from './simulated-process.ts';
import { stage } from './stage.ts';

/** Serves answers at a port; null breaks the connection. */
export async function serveAnswers(
  handle: (request: WebRequest) => Promise<Answer | null>,
  port: number,
): Promise<WebServer> {
  const answer = async (request: Request): Promise<Response> => {
    const given = await handle({
      method: request.method,
      url: new URL(request.url),
      headers: Object.fromEntries(request.headers),
      bytes: Buffer.from(await request.arrayBuffer()),
    });
    if (given === null) throw new Error('the connection is broken');
    const isPage = typeof given.body === 'string';
    return new Response(isPage ? String(given.body) : JSON.stringify(given.body), {
      status: given.status,
      headers: {
        'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
        ...given.headers,
      },
    });
  };
  const host = { name: 'lender', process: currentProcess(), answer };
  for (const name of ['127.0.0.1', 'localhost']) {
    stage().network.listen(`http://${name}:${port}`, host);
  }
  return { port, close: async () => undefined };
}
