import { type FrameHello, frameProtocol } from '../contract/frame-message.ts';
import { themeProperties } from '../styles/tokens.ts';
import { isFrameConnect } from './read-command.ts';

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
    properties: themeProperties,
  };
  return new Promise((resolve) => {
    const listen = ({ source, origin, data, ports }: MessageEvent<unknown>) => {
      const [port] = ports;
      const isPage = source === frame.parent && source !== frame && origin !== 'null';
      if (!isPage || port === undefined || !isFrameConnect(data)) return;
      frame.removeEventListener('message', listen);
      resolve({ port, origin });
    };
    frame.addEventListener('message', listen);
    // It is not known yet which page is there; the message says nothing that a stranger could use.
    frame.parent.postMessage(hello, '*');
  });
}
