// A screen in the gallery: its frame is as high as what is in it.

const frame = window.frameElement;
const page = document.documentElement;
const observer = new ResizeObserver(() => {
  frame.height = page.offsetHeight;
});

document.addEventListener('soft-pull-ready', () => {
  if (frame !== null) {
    frame.parentElement.className = 'is-drawn';
    observer.observe(page);
  }
});
