import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sandboxOrderSecret } from '../../../server/config/sandbox-settings.ts';
import { en } from '../../../widget/strings/en.ts';
import { sampleOf } from '../../helpers/docs-samples.ts';
import { CheckoutPage } from './checkout-page.ts';
import type { Journey } from './journey.ts';
import { type OwnPage, type OwnPageOptions, openOwnPage } from './own-page.ts';
import { watchShifts } from './shifts.ts';

/** An otherwise empty page of the merchant's into which a sample was pasted. */
export interface SamplePage extends OwnPage {
  readonly checkout: CheckoutPage;
}

export interface PasteOptions extends Partial<OwnPageOptions> {
  /** Of the screen, in CSS pixels. */
  width?: number;
}

/** A sample as a page of the docs shows it. */
export async function sampleAt(here: Journey, path: string, label: string): Promise<string> {
  const page = await fetch(`${here.product.demoUrl}${path}`);
  return sampleOf(await page.text(), label);
}

/** Whether anything on the page moved is known to `shiftsIn()`. */
export async function paste(
  here: Journey,
  body: string,
  script = '',
  { width = 1280, ...whole }: PasteOptions = {},
): Promise<SamplePage> {
  const context = await here.browser.newContext({ viewport: { width, height: 800 } });
  await context.addInitScript(watchShifts);
  const own = await openOwnPage(context, here.product, {
    head: `<meta name="viewport" content="width=device-width">`,
    body: `${body}<script type="module" src="sample.js"></script>`,
    scripts: { 'sample.js': script },
    ...whole,
  });
  return { ...own, checkout: new CheckoutPage(own.page, en, 'frame') };
}

export async function showsTheForm({ checkout, complaints }: SamplePage): Promise<void> {
  await checkout.at('details');
  await checkout.text('$8,400.00').waitFor();
  assert.deepEqual(complaints, []);
}

/** As if the element had come so far. */
export async function tellOf(
  { checkout }: Pick<SamplePage, 'checkout'>,
  type: string,
  fields = {},
): Promise<void> {
  await checkout.element.evaluate(
    (element, [name, all]) => element.dispatchEvent(Object.assign(new Event(name), all)),
    [type, fields] as const,
  );
}

/** In Node, as the merchant's server would run it, with the secret in its environment. */
export async function runModule(source: string): Promise<string> {
  const running = promisify(execFile)(process.execPath, ['--input-type=module', '-'], {
    env: { ORDER_SECRET: sandboxOrderSecret },
  });
  running.child.stdin?.end(source);
  return (await running).stdout;
}
