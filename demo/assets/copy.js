const status = document.querySelector('#copied');
const shownMs = 2000;

async function copy(button) {
  const sample = button.closest('figure').querySelector('code').textContent;
  try {
    await navigator.clipboard.writeText(sample);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not allowed';
  }
  status.textContent = button.textContent;
  setTimeout(() => {
    button.textContent = 'Copy';
    status.textContent = '';
  }, shownMs);
}

document.querySelector('main').addEventListener('click', ({ target }) => {
  const button = target.closest('.copy');
  if (button) {
    copy(button);
  }
});
