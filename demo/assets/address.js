// The address names the order, so that a reload, and the lender's link back, lead to it.

const { pathname, search, hash } = location;
const { address } = document.body.dataset;

if (pathname + search !== address) {
  history.replaceState(history.state, '', address + hash);
}
