import type { Package } from 'custom-elements-manifest/schema.d.ts';
import { type CssPropertyFact, elementFacts, type NamedFact } from './element-facts.ts';

/** What a merchant can say about the looks, as `theming.md`. */
export function theming(manifest: Package): string {
  const [{ cssProperties, parts } = { cssProperties: [], parts: [] }] = elementFacts(manifest);
  return `# Theming \`<soft-pull-checkout>\`

Written by \`npm run api-report\` from the sources.

\`\`\`css
soft-pull-checkout {
  --soft-pull-accent: #7a2f4b;
  --soft-pull-font: Georgia, serif;
  --soft-pull-radius: 0;
}
\`\`\`

The properties work in both modes. Set them on the element by a rule, a class, a media query or the \`style\` attribute: their values are carried into the frame, and so is every change; before Chrome 117, Safari 17.4 and Firefox 129 a change is carried only when the element's size changes. Colors follow the element's \`color-scheme\`, which is the reader's unless the page sets it: \`color-scheme: dark\` makes the checkout dark. \`light-dark()\` gives a value for each. A browser that does not know it shows the checkout in plain light colors of its own.

A value is carried into the frame if it has at most 512 characters, loads nothing (\`url()\`, \`image-set()\`) and has no escapes. Web fonts of the page do not reach into the frame: name fonts that readers have installed. In the frame, \`rem\` is the browser's font size, not the page's. Inline it is the page's: where \`html\` has a smaller font size, such as \`62.5%\`, text keeps its 16 px and the card its 672 px, but distances, fields and buttons get smaller. Set \`--soft-pull-space\`, \`--soft-pull-padding\` and \`--soft-pull-field-height\` in \`px\` there.

One accent is a whole brand. The text on it, what is under the pointer, chosen or focused, links and progress follow from it, each with enough contrast in light and in dark: a yellow is darkened where it is text or a line, a navy blue is lightened on a dark card. Set one of the others only to differ from that.

If you set other colors, keep the contrast: 4.5 to 1 for text on its background, 3 to 1 for the borders of fields and the focus ring. Four themes to copy have it: [Hillside](../demo/assets/themes/hillside.css), [Clay](../demo/assets/themes/clay.css), [Ink](../demo/assets/themes/ink.css), and [Contrast](../demo/assets/themes/contrast.css) with 7 to 1. The demo shop shows them: \`?theme=clay\`.

## Custom properties

${cssProperties.length} in all.

| Property | What it sets | By default |
| --- | --- | --- |
${cssProperties.map(propertyRow).join('')}
## Parts

\`::part()\` reaches what is in the page itself. With the frame, which is the default, that is only the card; use custom properties for the rest. With \`isolation="inline"\` every part can be styled.

| Part | What it is |
| --- | --- |
${parts.map(partRow).join('')}`;
}

function propertyRow({ name, description, default: value }: CssPropertyFact): string {
  return `| \`${name}\` | ${description} | \`${value}\` |\n`;
}

function partRow({ name, description }: NamedFact): string {
  return `| \`${name}\` | ${description} |\n`;
}
