import { define } from './elements/define.ts';
import { noteRegistration } from './embed/diagnosis/copies.ts';
import { onceShown } from './embed/once-shown.ts';
import { SoftPullCheckout } from './embed/soft-pull-checkout-element.ts';

// Without it the import that registers the tag would leave its types and its events' to another.
export type {} from './index.ts';

const register = () => define('soft-pull-checkout', SoftPullCheckout);

function begin(): void {
  // The frame of the markup says when it is drawn. Until then the tag's own work would hold it back:
  // page and frame often share a thread.
  if (globalThis.document?.querySelector('soft-pull-checkout>iframe')) {
    window.addEventListener('message', register, { once: true });
    setTimeout(register, 1_000);
  } else register();
}

noteRegistration(import.meta.url);
// A frame that does not come would be taken for blocked.
onceShown(begin);
