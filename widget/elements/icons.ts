import { html, type TemplateResult } from 'lit';

/** Drawings on a grid of 24; all are ornament beside a text that says the same. */
const paths = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 8v5M12 16.5v.01M12 3.5l9 16H3z',
  info: 'M12 11v5.5M12 7.5v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  clock: 'M12 7v5l3.5 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  leave: 'M14 4h6v6M20 4l-9 9M18 14v5H5V6h5',
  phone: 'M8 3h8v18H8zM11 18h2',
  save: 'M12 4v11M7.5 11l4.5 4.5L16.5 11M5 20h14',
  close: 'M7 7l10 10M17 7L7 17',
  paper: 'M7 3h7l4 4v14H7zM10 12h5M10 16h5',
  down: 'M6 9.5l6 6 6-6',
} as const;

export type Icon = keyof typeof paths;

export function icon(name: Icon): TemplateResult {
  return html`<svg class="icon ${name === 'leave' ? 'onward' : ''}" viewBox="0 0 24 24" aria-hidden="true"><path d=${paths[name]} /></svg>`;
}

export type Tone = 'accent' | 'success' | 'warning' | 'danger' | 'neutral';

/** The large sign above a screen's heading. */
export function hero(name: Icon, tone: Tone = 'accent'): TemplateResult {
  return html`<div class="hero ${tone}">${icon(name)}</div>`;
}
