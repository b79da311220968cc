/** What nobody sees is not painted: it is not waited for any longer than this. */
const unseenMs = 500;

/** Resolves once what has been drawn is on the screen, so that what follows does not delay it. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const unseen = setTimeout(resolve, unseenMs);
    requestAnimationFrame(() => {
      clearTimeout(unseen);
      setTimeout(resolve);
    });
  });
}
