// Copies what a field holds. The page around it may be changed by news, so the document listens.

const shownMs = 2000;

/** What each button says before it is pressed: pressed again soon, it still says what was done. */
const names = new WeakMap();

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-copies]');
  if (button === null) {
    return;
  }
  const field = document.getElementById(button.dataset.copies);
  if (!names.has(button)) {
    names.set(button, button.textContent);
  }
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
    button.textContent = names.get(button);
  }, shownMs);
});
