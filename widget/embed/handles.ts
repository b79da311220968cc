import type { Handle } from '../contract/flow-message.ts';

export interface KnownHandles {
  fromUrl: string | null;
  clientToken: string | null;
  stored: Handle | null;
}

/**
 * The handles to try, in order: one in the address is why the consumer came to this page; a client
 * token names the only checkout that counts; what the tab remembers comes last.
 */
export function handlesToTry({ fromUrl, clientToken, stored }: KnownHandles): Handle[] {
  const handles: Handle[] = [];
  if (fromUrl !== null) {
    const isOwn = stored?.resume === fromUrl && stored.opens_forms;
    handles.push({ resume: fromUrl, source: 'url', opens_forms: isOwn });
  }
  if (clientToken) {
    handles.push({ resume: clientToken, source: 'client_token', opens_forms: true });
  } else if (stored !== null) {
    handles.push(stored);
  }
  return handles;
}
