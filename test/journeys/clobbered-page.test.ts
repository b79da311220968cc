import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openHostPage } from './models/host-page.ts';
import { journey } from './models/journey.ts';

const built = join(import.meta.dirname, '../../widget/dist/cdn/soft-pull-checkout.js');

/** A link takes the place of a global that is not there, a form that of any property of the document. */
function elementsNamedAsIn(script: string): string {
  // Every name that the script uses, of globals and of properties.
  const names = new Set(script.match(/\b[a-zA-Z]\w+\b/g));
  // What it asks the document for.
  const ofDocument = new Set(script.match(/(?<=\bdocument\.)\w+|\bbaseURI\b/g));
  // Without it no script can make an element: what takes its place stops those of the page, too.
  ofDocument.delete('createElement');
  return [
    ...[...names].map((name) => `<a id="${name}" name="${name}"></a>`),
    ...[...ofDocument].map((name) => `<form id="${name}" name="${name}"></form>`),
  ].join('');
}

describe('a page whose elements have the names that the script uses', () => {
  const here = journey();

  it('shows the first screen all the same [asvs:clobbering]', async () => {
    const clobbering = elementsNamedAsIn(await readFile(built, 'utf8'));
    const { page, checkout } = await here.visit({ startsAt: 'nowhere' });
    await openHostPage(page, here.product, { around: [clobbering, ''] });
    await checkout.at('details');
    const taken = await page.evaluate(() => typeof document.baseURI);
    assert.equal(taken, 'object');
  });
});
