// The checkout's look is the last part of the page's style sheet; its name stands in the page's address, and in a
// cookie for who comes back to an address without it.

const select = document.querySelector('#theme');
const source = document.querySelector('#theme-source');
const field = document.querySelector('#options').elements.theme;
const otherPage = document.querySelector('#other-page');
const ownTheme = select.options[0].value;

/** What an address says of the theme, to be appended. */
export function themeQuery() {
  return field.value === ownTheme ? '' : `&theme=${field.value}`;
}

function withTheme(search) {
  const query = new URLSearchParams(search);
  query.delete('theme');
  return `?${query}${themeQuery()}`;
}

/** The sheet before stays until the new one is here, so that nothing is ever seen without styles. */
function adoptTheme(theme) {
  const sheets = document.querySelectorAll('#styles');
  const next = sheets[0].cloneNode();
  next.href = sheets[0].href.replace(/themes\/[a-z]+/, `themes/${theme}`);
  next.addEventListener('load', () => {
    for (const sheet of sheets) {
      sheet.remove();
    }
  });
  sheets[sheets.length - 1].after(next);
}

select.addEventListener('change', () => {
  field.value = select.value;
  source.href = `/assets/themes/${select.value}.css`;
  adoptTheme(select.value);
  window.cookieStore?.set({ name: 'hillside_theme', value: select.value, sameSite: 'lax' });
  history.replaceState(history.state, '', withTheme(location.search) + location.hash);
  otherPage.search = withTheme(otherPage.search);
});
