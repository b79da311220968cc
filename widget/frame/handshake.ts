import { type FrameHello, frameProtocol } from '../contract/frame-message.ts';
import { isFrameConnect } from './read-command.ts';
import { knownProperties } from './theme.ts';

const greetAgainMs = 250;

export interface Connection {
  /** The frame's end of the channel. */
  port: MessagePort;
  /** The origin of the page around the frame, as the browser vouches for it. */
  origin: string;
}

/**
 * Tells the page around the frame that it can be spoken to, and waits for its channel. Only the
 * direct parent is listened to, and only once.
 */
export function meetPage(frame: Window): Promise<Connection> {
  const hello: FrameHello = {
    type: 'soft-pull-hello',
    protocol: frameProtocol,
    loaded_at: performance.timeOrigin,
    properties: knownProperties(frame.document),
  };
  return new Promise((resolve) => {
    const listen = ({ source, origin, data, ports }: MessageEvent<unknown>) => {
      const [port] = ports;
      const isPage = source === frame.parent && source !== frame && origin !== 'null';
      if (!isPage || port === undefined || !isFrameConnect(data)) return;
      frame.removeEventListener('message', listen);
      clearInterval(greeting);
      resolve({ port, origin });
    };
    frame.addEventListener('message', listen);
    // It is not known yet which page is there; the message says nothing that a stranger could use.
    const greet = () => frame.parent.postMessage(hello, '*');
    // A frame in the page's markup may be there long before the script that answers it.
    const greeting = setInterval(greet, greetAgainMs);
    greet();
  });
}
