import { accentUnderPointer, onAccent, readableAccent, visibleAccent } from './accent.ts';
import { boxTheme, type Theme } from './box-theme.ts';
import { css } from './sheet.ts';
import { themed } from './themed.ts';

/**
 * Every `--soft-pull-*` property that a page may set, by the rest of its name, with what it is when
 * none is set. This is the one list: the styles, what is carried into the frame, the package's
 * manifest, `theming.md` and the tests come from it, the sentences included.
 */
export const theme = {
  ...boxTheme,
  // Font family of headings and of the APR.
  'heading-font': 'var(--_font)',
  // Color of headings.
  'heading-text': 'var(--_text)',
  // Weight of headings.
  'heading-weight': '650',
  // Line height of headings.
  'heading-line-height': '1.25',
  // Size of each screen's title.
  'title-size': 'clamp(1.375em, 1.1em + 1.6cqi, 1.75em)',
  // Color of an offer's APR.
  'apr-text': 'var(--_text)',
  // Size of an offer's APR; 1.5em at least, since the law wants it to stand out.
  'apr-size': 'clamp(1.5em, 1.25em + 1.75cqi, 1.875em)',
  // Weight of an offer's APR.
  'apr-weight': '700',
  // Quieter text.
  muted: 'light-dark(#545e70, #a9b2c3)',
  // Primary buttons; every other color of the brand follows from it.
  accent: 'light-dark(#1f47d1, #a3bcff)',
  // Text on primary buttons.
  'accent-text': onAccent,
  // Primary buttons under the pointer.
  'accent-hover': accentUnderPointer,
  // Around primary buttons; seen only where the accent is close to the background.
  'accent-border': visibleAccent,
  // The accent as text, line or ring: what is chosen, progress, badges.
  'accent-strong': readableAccent,
  // Behind what is chosen.
  'accent-soft': 'color-mix(in oklab, var(--_accent) 10%, var(--_background))',
  // Links.
  link: 'var(--_accent-strong)',
  // Errors.
  danger: 'light-dark(#b0231b, #ffb3aa)',
  // Behind errors.
  'danger-soft': 'light-dark(#fdf1f0, #38201e)',
  // Good news.
  success: 'light-dark(#11693f, #84dbab)',
  // Behind good news.
  'success-soft': 'light-dark(#e9f6ef, #14301f)',
  // What needs attention.
  warning: 'light-dark(#7c4a00, #ffce85)',
  // Behind what needs attention.
  'warning-soft': 'light-dark(#fff5e2, #35280f)',
  // The ring around what has the focus.
  focus: 'var(--_accent-strong)',
  // Width of that ring.
  'focus-width': '3px',
  // Room between that ring and a button or link.
  'focus-offset': '2px',
  // Behind what can be typed in.
  field: 'light-dark(#ffffff, #101216)',
  // Around what can be typed in.
  'field-border': 'light-dark(#7d8798, #737d90)',
  // Room in a field before its text.
  'field-padding': '0.875rem',
  // Behind secondary buttons.
  secondary: 'transparent',
  // Text of secondary buttons.
  'secondary-text': 'var(--_text)',
  // Around secondary buttons.
  'secondary-border': 'var(--_field-border)',
  // Behind an offer.
  offer: 'var(--_background)',
  // Behind the offer that was chosen.
  'offer-selected': 'var(--_offer)',
  // Around the offer that was chosen.
  'offer-selected-border': 'var(--_accent-strong)',
  // How long a change of color takes; none where the reader wants less motion.
  duration: '0.15s',
} as const satisfies Theme;

/** What `light-dark()` gives to those who read dark on light. */
const lightColors = Object.entries(theme).flatMap(([name, value]) => {
  const light = /\((#\w+), #/.exec(value)?.[1];
  return light === undefined ? [] : [`--_${name}:${light};`];
});

/**
 * The whole theme, for what is in the box; without motion for people who want less.
 *
 * Browsers that cannot take one color from another, or not by the reader's scheme, get colors that
 * need neither: iPhones that stop at iOS 16 are among them. A page's own colors may need it, too.
 */
export function tokens(selector: string): string {
  return css`
    ${themed(selector, theme)}

    @supports not ((color: light-dark(red, red)) and (color: color(from red xyz x y z))) {
      ${selector} {
        ${lightColors.join('')}
        --_accent-text: #fff;
        --_accent-hover: var(--_accent);
        --_accent-border: var(--_accent);
        --_accent-strong: var(--_accent);
        color-scheme: light;
        background: var(--_background);
        color: var(--_text);
      }
    }

    @media (prefers-reduced-motion: reduce) {
      ${selector} {
        --_duration: 0s;
      }
    }
  `;
}
