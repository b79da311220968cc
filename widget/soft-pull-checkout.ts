import { define } from './elements/define.ts';
import { noteRegistration } from './embed/diagnosis/copies.ts';
import { SoftPullCheckout } from './embed/soft-pull-checkout-element.ts';

// Without it the import that registers the tag would leave its types and its events' to another.
export type {} from './index.ts';

const page: (Document & { prerendering?: boolean }) | undefined = globalThis.document;
const register = () => define('soft-pull-checkout', SoftPullCheckout);

function begin(): void {
  // The frame of the markup says when it is drawn. Until then the tag's own work would hold it back:
  // page and frame often share a thread.
  if (page?.querySelector('soft-pull-checkout>iframe')) {
    window.addEventListener('message', register, { once: true });
    setTimeout(register, 1_000);
  } else register();
}

noteRegistration(import.meta.url);
// Before a prerendered page is shown, browsers load no frame of another origin: it would be taken
// for blocked.
if (page?.prerendering) page.addEventListener('prerenderingchange', begin, { once: true });
else begin();
