import type { SoftPullCheckout } from '../../../widget/index.ts';
import { FakeFrame } from './fake-frame.ts';
import { aCheckout } from './place-checkout.ts';
import { until } from './until.ts';

/** An element on the page whose flow runs in a frame, and the frame's far end. */
export interface FramedCheckout {
  element: SoftPullCheckout;
  frame: FakeFrame;
  /** The codes of the errors that the element has told. */
  errors: string[];
}

export function frameOf(element: SoftPullCheckout): HTMLIFrameElement | null {
  return element.shadowRoot?.querySelector('iframe') ?? null;
}

/** What is written on a frame from here on. */
export function writesOn(frame: HTMLIFrameElement): readonly MutationRecord[] {
  const writes: MutationRecord[] = [];
  new MutationObserver((records) => writes.push(...records)).observe(frame, { attributes: true });
  return writes;
}

/** Waits for the frame that an element puts on the page. */
export async function findFrame(element: SoftPullCheckout): Promise<FakeFrame> {
  await until(() => frameOf(element) !== null);
  const frame = frameOf(element);
  if (frame === null) throw new Error('no frame');
  return new FakeFrame(frame);
}

/** Greets for a frame, and waits until it is told to begin. */
export async function connectFrame(frame: FakeFrame, hello: object = {}): Promise<void> {
  await frame.connect(hello);
  await until(() => frame.heard('begin').length === 1);
}

/** Places an element whose frame says nothing yet. */
export async function placeFramed(
  attributes: Record<string, string> = {},
): Promise<FramedCheckout> {
  const element = aCheckout({ server: location.origin, isolation: 'frame', ...attributes });
  const errors: string[] = [];
  element.addEventListener('soft-pull-error', ({ code }) => errors.push(code));
  document.body.append(element);
  return { element, frame: await findFrame(element), errors };
}

/** Places an element whose frame has been told to begin. */
export async function placeConnected(
  attributes: Record<string, string> = {},
): Promise<FramedCheckout> {
  const framed = await placeFramed(attributes);
  await connectFrame(framed.frame);
  return framed;
}
