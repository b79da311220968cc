document.querySelector('#open-all').addEventListener('click', () => {
  for (const screen of document.querySelectorAll('.gallery details')) {
    screen.open = true;
  }
});
