const screens = document.querySelectorAll('.gallery details');

// A frame costs as much as a page: each is made when its screen is opened.
for (const screen of screens) {
  screen.addEventListener('toggle', () => {
    const template = screen.querySelector('template');
    template?.replaceWith(template.content);
  });
}

document.querySelector('#open-all').addEventListener('click', () => {
  for (const screen of screens) {
    screen.open = true;
  }
});
