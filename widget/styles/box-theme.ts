/** What each property is when a page sets none, by the rest of its name. */
export type Theme = Readonly<Record<string, string>>;

/** The part of the theme that the box around everything asks for, whoever draws it. */
export const boxTheme = {
  // Font family.
  font: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  // Size of ordinary text; fields keep 16 px at least.
  'font-size': 'max(1rem, 16px)',
  // Line height of ordinary text.
  'line-height': '1.5',
  // Behind everything.
  background: 'light-dark(#ffffff, #15171c)',
  // Behind what stands out.
  raised: 'light-dark(#f5f7fa, #1e2128)',
  // Text.
  text: 'light-dark(#151a23, #eef1f6)',
  // Lines.
  border: 'light-dark(#dce1e9, #353b47)',
  // The step of the spacing scale, of which distances are multiples.
  space: '1rem',
  // Room between the card and what is in it.
  padding: 'clamp(1.25rem, 6cqi, 2rem)',
  // How wide the card may become.
  'max-width': 'max(42rem, 672px)',
  // Corners of the card and of offers.
  radius: '1rem',
  // Width of lines around the card, fields, buttons and offers.
  'border-width': '1px',
  // The card's shadow.
  shadow:
    '0 1px 2px light-dark(rgb(16 24 40 / 6%), transparent), 0 12px 32px light-dark(rgb(16 24 40 / 8%), transparent)',
  // Height of fields and buttons; 1.5rem at least.
  'field-height': '3rem',
  // Corners of fields and of boxes inside the card.
  'field-radius': '0.625rem',
  // Corners of buttons.
  'button-radius': 'var(--_field-radius)',
} as const satisfies Theme;
