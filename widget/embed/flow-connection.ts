import type { FlowCommand, FlowMessage } from '../contract/flow-message.ts';

/** The embed's end of the line to the flow, wherever the flow runs. */
export interface FlowConnection {
  send(command: FlowCommand): void;
  disconnect(): void;
}

export type ConnectFlow = (
  root: ParentNode,
  receive: (message: FlowMessage) => void,
) => Promise<FlowConnection>;
