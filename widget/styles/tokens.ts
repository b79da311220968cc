import { css } from './css-text.ts';

/**
 * The theme. Each `--soft-pull-*` property is the merchant's to set; the names with `--_` are what
 * the styles use. `color-scheme` follows the reader's system; a page pins it from outside.
 */
export const tokens = css`
  :host {
    color-scheme: light dark;
    --_font: var(--soft-pull-font, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif);
    --_font-size: var(--soft-pull-font-size, 1rem);
    --_radius: var(--soft-pull-radius, 1rem);
    --_field-radius: var(--soft-pull-field-radius, 0.625rem);
    --_background: var(--soft-pull-background, light-dark(#ffffff, #15171c));
    --_raised: var(--soft-pull-raised, light-dark(#f5f7fa, #1e2128));
    --_text: var(--soft-pull-text, light-dark(#151a23, #eef1f6));
    --_muted: var(--soft-pull-muted, light-dark(#545e70, #a9b2c3));
    --_border: var(--soft-pull-border, light-dark(#dce1e9, #353b47));
    --_field: var(--soft-pull-field, light-dark(#ffffff, #101216));
    --_field-border: var(--soft-pull-field-border, light-dark(#7d8798, #737d90));
    --_accent: var(--soft-pull-accent, light-dark(#1f47d1, #a3bcff));
    --_accent-hover: var(--soft-pull-accent-hover, light-dark(#1738ad, #c2d3ff));
    --_accent-text: var(--soft-pull-accent-text, light-dark(#ffffff, #0b1738));
    --_accent-soft: var(--soft-pull-accent-soft, light-dark(#eef2ff, #1c2540));
    --_focus: var(--soft-pull-focus, light-dark(#1f47d1, #a3bcff));
    --_danger: var(--soft-pull-danger, light-dark(#b0231b, #ffb3aa));
    --_danger-soft: var(--soft-pull-danger-soft, light-dark(#fdf1f0, #38201e));
    --_success: var(--soft-pull-success, light-dark(#11693f, #84dbab));
    --_success-soft: var(--soft-pull-success-soft, light-dark(#e9f6ef, #14301f));
    --_warning: var(--soft-pull-warning, light-dark(#7c4a00, #ffce85));
    --_warning-soft: var(--soft-pull-warning-soft, light-dark(#fff5e2, #35280f));
    --_shadow: var(
      --soft-pull-shadow,
      0 1px 2px light-dark(rgb(16 24 40 / 6%), transparent),
      0 12px 32px light-dark(rgb(16 24 40 / 8%), transparent)
    );
  }
`;
