/**
 * Runs in the frame's document before its module: it holds back a submit, which the form carries out
 * once it can, and hides the form from whoever has got beyond it in this tab. It stands in the document
 * as text, so it can use nothing from outside.
 */
export function firstScript(): void {
  const { dataset } = document.documentElement;
  dataset.scripted = '';
  document.addEventListener(
    'submit',
    (event) => {
      if (customElements.get('soft-pull-flow') !== undefined) return;
      event.preventDefault();
      (event.target as HTMLFormElement).dataset.held = '';
    },
    true,
  );
  // The module was blocked or is out of reach, or nobody has spoken to it in time. Once somebody has,
  // what is said of that is gone.
  const sayBlocked = () => void delete dataset.scripted;
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement) sayBlocked();
    },
    true,
  );
  setTimeout(sayBlocked, 10_000);
  try {
    if (sessionStorage.getItem('soft-pull-returning') !== null) dataset.returning = '';
  } catch {
    // A browser that keeps nothing for frames shows the form first.
  }
}

/**
 * Runs once the form stands in the document: tells the page how high it is, which may then show it.
 * Like `firstScript()` it stands in the document as text.
 */
export function drawnScript(): void {
  const flow = document.querySelector('soft-pull-flow');
  if (flow === null || document.documentElement.dataset.returning !== undefined) return;
  let again: ReturnType<typeof setInterval> | undefined;
  const tell = () => {
    const height = Math.ceil(flow.getBoundingClientRect().height);
    // It says nothing that a stranger could use.
    window.parent.postMessage({ type: 'soft-pull-drawn', height }, '*');
    // The page may hear nothing yet, and without its module the form does not change any more.
    again ??= setInterval(tell, 1_000);
    if (customElements.get('soft-pull-flow') === undefined) return;
    report.disconnect();
    clearInterval(again);
  };
  const report = new ResizeObserver(tell);
  report.observe(flow);
}
