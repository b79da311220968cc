import type { Network } from './network.ts';
import type { SimulatedDisk } from './simulated-disk.ts';
import type { SystemRandomness } from './system-randomness.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What stands in the place of the operating system in the run that is on. */
export interface Stage {
  readonly time: VirtualTime;
  readonly network: Network;
  readonly disk: SimulatedDisk;
  readonly randomness: SystemRandomness;
}

let current: Stage | undefined;

export function setStage(stage: Stage): void {
  current = stage;
}

/** @throws Error outside a run */
export function stage(): Stage {
  if (current === undefined) throw new Error('no run has begun');
  return current;
}
