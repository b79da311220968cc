// Copies what a field holds. The page around it may be changed by news, so the document listens.

const SHOWN_MS = 2000;

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-copies]');
  if (button === null) {
    return;
  }
  const field = document.getElementById(button.dataset.copies);
  const name = button.textContent;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.copied;
  } catch {
    // It is selected: the keyboard copies it.
    button.textContent = button.dataset.byKeyboard;
  }
  document.querySelector('#news').textContent = button.textContent;
  setTimeout(() => {
    button.textContent = name;
  }, SHOWN_MS);
});
