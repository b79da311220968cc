import { html } from 'hono/html';
import type { Html } from './html-document.ts';

const specificationRows = [
  ['Heating', '36,000 BTU/h, full power down to 5 °F'],
  ['Cooling', '34,600 BTU/h, SEER2 20.5'],
  ['Efficiency', 'HSPF2 10.2, variable-speed inverter'],
  ['Sound', '48 dB outdoors, 21 dB indoors'],
  ['Refrigerant', 'R-454B, low warming potential'],
  ['Outdoor unit', '37 × 14 × 54 in, 198 lb'],
] as const;

const installationSteps = [
  ['Measure', 'An advisor checks the ducts and wiring in your home, free of charge.'],
  ['Permit', 'We file with your county and order the unit. This usually takes nine days.'],
  ['Install', 'Two of our technicians need one day. They take the old system away.'],
] as const;

const customerReviews = [
  [
    '“In at eight, warm by four. The crew swept the basement before they left.”',
    'Dana, Clintonville',
  ],
  ['“Our January bill is a third lower, and the bedroom is finally warm.”', 'Luis, Westerville'],
] as const;

/** Below the order: specifications, installation, warranty and reviews. */
export function productDetails(): Html {
  return html`<div class="details">
    <section aria-labelledby="specifications-title">
      <h2 id="specifications-title">Specifications</h2>
      <dl class="specifications">
        ${specificationRows.map(([name, value]) => html`<div class="specification"><dt>${name}</dt><dd>${value}</dd></div>`)}
      </dl>
    </section>
    <section id="installation" aria-labelledby="installation-title">
      <h2 id="installation-title">Installed in a day</h2>
      <ol class="steps">
        ${installationSteps.map(([name, text]) => html`<li><h3>${name}</h3><p>${text}</p></li>`)}
      </ol>
    </section>
    <section id="warranty" class="warranty" aria-labelledby="warranty-title">
      <h2 id="warranty-title">Covered for twelve years</h2>
      <p>
        Twelve years on parts and the compressor, two years on our labor. You call one number and
        talk to the people who installed it.
      </p>
      <div class="reviews">
        ${customerReviews.map(
          ([text, who]) =>
            html`<figure><blockquote>${text}</blockquote><figcaption>${who}</figcaption></figure>`,
        )}
      </div>
    </section>
  </div>`;
}
