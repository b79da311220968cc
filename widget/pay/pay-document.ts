import { transform } from 'lightningcss';
import { boxTheme } from '../styles/box-theme.ts';
import { payTexts } from './texts.ts';

const { background, border, radius, shadow } = boxTheme;

/** A message stands in a card, as what the element says does. */
const styles = `
  :root {
    color-scheme: light dark;
    background: var(--soft-pull-raised, light-dark(#f5f7fa, #0f1115));
    color: var(--soft-pull-text, light-dark(#151a23, #eef1f6));
    font: var(--soft-pull-font-size, 1rem) / var(--soft-pull-line-height, 1.5)
      var(--soft-pull-font, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif);
    -webkit-text-size-adjust: 100%;
  }

  /* As the merchant's theme has it. */
  soft-pull-checkout {
    color-scheme: inherit;
  }

  body {
    margin: 0;
  }

  main {
    box-sizing: border-box;
    inline-size: min(100%, var(--soft-pull-max-width, max(42rem, 672px)));
    margin-inline: auto;
    padding: clamp(0.5rem, 3vw, 2rem) clamp(0.5rem, 3vw, 1rem) 3rem;
  }

  header {
    display: grid;
    grid-template-columns: 1fr auto;
    align-items: start;
    gap: 0.25rem 0.75rem;
    padding: 0.75rem clamp(0.75rem, 3vw, 1rem) 1.25rem;
  }

  section {
    max-inline-size: 30rem;
    margin: 0.5rem auto 0;
    padding: clamp(1.25rem, 6vw, 2rem);
    border: var(--soft-pull-border-width, 1px) solid var(--soft-pull-border, ${border});
    border-radius: var(--soft-pull-radius, ${radius});
    background: var(--soft-pull-background, ${background});
    box-shadow: var(--soft-pull-shadow, ${shadow});
  }

  section p {
    margin: 0.75rem 0 0;
    text-wrap: pretty;
  }

  section button {
    margin-block-start: 1.25rem;
  }

  h1 {
    margin: 0;
    font: var(--soft-pull-heading-weight, 650) 1.375rem /
      var(--soft-pull-heading-line-height, 1.25)
      var(--soft-pull-heading-font, var(--soft-pull-font, system-ui, sans-serif));
    overflow-wrap: anywhere;
    text-wrap: balance;
  }

  .order {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 1.5rem;
    margin: 0;
    overflow-wrap: anywhere;
  }

  .amount {
    font-weight: 650;
    font-variant-numeric: tabular-nums;
  }

  a {
    color: inherit;
  }

  button {
    min-block-size: 3rem;
    padding-inline: 1.25rem;
    border: 1px solid currentcolor;
    border-radius: 0.625rem;
    background: transparent;
    color: inherit;
    font: inherit;
  }

  .language {
    display: block;
    min-block-size: 2.75rem;
    margin-inline: auto 0;
    padding-inline: 0.5rem;
    border-color: transparent;
    font-size: 0.9375em;
    text-decoration: underline;
  }

  header .language {
    margin: -0.5rem -0.5rem -0.5rem 0;
  }

  h1:focus {
    outline: none;
  }
`;

/**
 * The page of a merchant's link, the same for all of them.
 * @param script path of the module that runs in it
 */
export function payDocument(script: string): string {
  const { en, es } = payTexts;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${en.title}</title>
<style>${minified(styles)}</style>
<script type="module" src="/v1/soft-pull-checkout.js"></script>
<script type="module" src="${script}"></script>
<body>
<main aria-busy="true"><noscript><section><p>${en.noScript}</p><p lang="es">${es.noScript}</p></section></noscript></main>
</body>
</html>
`;
}

function minified(text: string): string {
  const code = new TextEncoder().encode(text);
  return new TextDecoder().decode(transform({ filename: 'pay.css', code, minify: true }).code);
}
