const wide = matchMedia('(width >= 75rem)');

// A cookie, so that the shop's server gives the panel its place before any script has run.
function isKeptClosed() {
  return /(?:^|; )hillside_panel=closed(?:;|$)/.test(document.cookie);
}

function remember(state) {
  window.cookieStore?.set({ name: 'hillside_panel', value: state, sameSite: 'lax' });
}

/** Opens and closes the panel: beside the shop where there is room, over it where there is not. */
export function openPanel({ onOpen }) {
  const panel = document.querySelector('#panel');
  const toggle = document.querySelector('#panel-toggle');
  const shop = document.querySelector('#shop');

  function draw(isOpen) {
    panel.hidden = !isOpen;
    delete document.body.dataset.panel;
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
  wide.addEventListener('change', () => draw(wide.matches && !isKeptClosed()));
  draw(wide.matches && !isKeptClosed());
  return { isOpen: () => !panel.hidden };
}
