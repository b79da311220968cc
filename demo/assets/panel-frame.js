const STATE = 'hillside:panel';
const wide = matchMedia('(width >= 75rem)');

function remembered() {
  try {
    return sessionStorage.getItem(STATE);
  } catch {
    return null;
  }
}

function remember(state) {
  try {
    sessionStorage.setItem(STATE, state);
  } catch {
    // Without storage the panel opens as it does at first.
  }
}

/** Opens and closes the panel: beside the shop where there is room, over it where there is not. */
export function openPanel({ onOpen }) {
  const panel = document.querySelector('#panel');
  const toggle = document.querySelector('#panel-toggle');
  const shop = document.querySelector('#shop');

  function draw(isOpen) {
    panel.hidden = !isOpen;
    toggle.hidden = isOpen;
    toggle.setAttribute('aria-expanded', String(isOpen));
    shop.inert = isOpen && !wide.matches;
  }

  function open() {
    draw(true);
    remember('open');
    document.querySelector('#panel-title').focus();
    onOpen();
  }

  function close() {
    draw(false);
    remember('closed');
    toggle.focus();
  }

  toggle.addEventListener('click', open);
  document.querySelector('#panel-close').addEventListener('click', close);
  panel.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
  wide.addEventListener('change', () => draw(wide.matches && remembered() !== 'closed'));
  draw(wide.matches && remembered() !== 'closed');
  return { isOpen: () => !panel.hidden };
}
