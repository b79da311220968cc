// A screen in the gallery: its frame is as high as what is in it.
import { fillAbout, fillHome } from './inline-form.js';

const frame = window.frameElement;
const page = document.documentElement;
const observer = new ResizeObserver(() => {
  frame.height = page.offsetHeight;
});

document.addEventListener(
  'soft-pull-ready',
  ({ target }) => {
    if (frame !== null) {
      frame.parentElement.className = 'is-drawn';
      observer.observe(page);
    }
    fillUpTo(Number(document.body.dataset.part), target);
  },
  { once: true },
);

/** Fills the form in as far as the part that is to be seen. */
async function fillUpTo(part, checkout) {
  if (part === 1) {
    return;
  }
  // Who goes on is taken to the next part. Who looks at the gallery stays where they are.
  const { scrollIntoView } = Element.prototype;
  Element.prototype.scrollIntoView = () => {};
  document.body.inert = true;
  await fillAbout(checkout, 'ada@example.test');
  if (part === 3) {
    await fillHome(checkout);
  }
  document.body.inert = false;
  Element.prototype.scrollIntoView = scrollIntoView;
}
