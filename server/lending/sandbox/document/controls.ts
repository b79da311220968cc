import { consumerControls } from './consumers.ts';
import type { Control } from './control.ts';
import { merchantControls } from './merchants.ts';
import { recordControls } from './records.ts';

/** Every control of the sandbox. */
export const sandboxControls: readonly Control[] = [
  ...recordControls,
  ...merchantControls,
  ...consumerControls,
];
