/**
 * The frame that the page's markup holds inside the tag, for this BFF and merchant: it loads before the
 * script does. A frame that is not the tag's own child, or of another address, is none.
 */
export function markupFrame(
  host: Element,
  { server, merchant }: { server: string; merchant: string },
): HTMLIFrameElement | null {
  const address = new URL('/v1/frame', server).href;
  for (const child of host.children) {
    if (child instanceof HTMLIFrameElement && child.src.startsWith(`${address}?`)) {
      if (new URL(child.src).searchParams.get('merchant') === merchant) return child;
    }
  }
  return null;
}
