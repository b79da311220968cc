import type { FlowCommand } from '../contract/flow-message.ts';

/** The embed's end of the line to the flow, wherever the flow runs. */
export interface FlowConnection {
  /** What the embed draws: the flow itself, or the frame that it runs in. */
  readonly element: HTMLElement;
  send(command: FlowCommand): void;
}
