// Shows news as it comes: the server sends which order has changed, and the page is asked for again.
// Only what stands in #live is changed, so that nothing moves that is being typed.

const news = document.querySelector('#news');
const order = document.querySelector('#live').dataset.order;
const pauseMs = 150;
const pollMs = 5_000;

/** As the server sent it: what has been written into it since, or opened, is no news. */
let sent = document.querySelector('#live').cloneNode(true);
/** Until what is pressed has been let go: a press on what is replaced meanwhile would be no click. */
let letGo = Promise.resolve();
let isRefreshing = false;
let isWanted = false;

/** One at a time; what comes meanwhile is seen by one more. */
async function refresh() {
  isWanted = true;
  if (isRefreshing) {
    return;
  }
  isRefreshing = true;
  while (isWanted) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    isWanted = false;
    await show().catch(() => undefined);
  }
  isRefreshing = false;
}

async function show() {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (answer.redirected) {
    location.reload();
    return;
  }
  if (!answer.ok) {
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const next = page.querySelector('#live');
  if (next === null) {
    return;
  }
  // What is the same is left alone: text that is selected, a picture that would be fetched again.
  if (next.isEqualNode(sent)) {
    return;
  }
  await letGo;
  sent = next.cloneNode(true);
  const current = document.querySelector('#live');
  const focused = current.contains(document.activeElement) ? document.activeElement.id : '';
  for (const { id } of current.querySelectorAll('details[open]')) {
    next.querySelector(`#${CSS.escape(id)}`)?.setAttribute('open', '');
  }
  markNews(current, next);
  current.replaceWith(next);
  if (focused !== '') {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
}

/** Marks the rows of orders that stand otherwise than before. */
function markNews(current, next) {
  for (const row of next.querySelectorAll('tr[data-order]')) {
    const before = current.querySelector(`tr[data-order="${row.dataset.order}"]`);
    if (before?.textContent !== row.textContent) {
      row.classList.add('changed');
    }
  }
}

function connect() {
  const source = new EventSource('/back-office/live');
  // What came while there was no connection is not sent again.
  source.addEventListener('open', refresh);
  source.addEventListener('news', ({ data }) => {
    const { checkout_id, name, text } = JSON.parse(data);
    if (order !== undefined && order !== checkout_id) {
      return;
    }
    news.textContent = `${name}: ${text}`;
    refresh();
  });
  source.addEventListener('error', () => {
    // A browser connects again where a connection broke, but not where it was refused.
    if (source.readyState !== EventSource.CLOSED) {
      return;
    }
    setTimeout(() => {
      // Leads to the sign-in where the session has ended.
      refresh();
      connect();
    }, pollMs);
  });
}

connect();

addEventListener('pointerdown', () => {
  letGo = new Promise((resolve) => {
    for (const end of ['pointerup', 'pointercancel']) {
      // The click comes right after it.
      addEventListener(end, () => setTimeout(resolve), { once: true });
    }
  });
});

// No webhook tells that somebody has begun with a link, which is then of no use to anybody else.
setInterval(() => {
  if (!document.hidden && document.querySelector('#live #link') !== null) {
    refresh();
  }
}, pollMs);
