import type { FlowCommand, FlowMessage, FlowSettings, Handle } from './flow-message.ts';

/** Raised when a message changes its meaning; the two ends are not always delivered together. */
export const frameProtocol = 1;

/** What the frame's document says once it stands with the form in it, before any module of it runs. */
export interface FrameDrawn {
  type: 'soft-pull-drawn';
  /** Of the form, in CSS pixels. */
  height: number;
}

/** From the frame's window to the page's, which answers: the frame can hear. */
export interface FrameHello {
  type: 'soft-pull-hello';
  protocol: typeof frameProtocol;
  /** When the frame's document was loaded, as `performance.timeOrigin` says: the same in each hello of it. */
  loaded_at: number;
  /** The `--soft-pull-*` properties that it knows; the page's script may be older, or younger. */
  properties: readonly string[];
}

/** From the page's window to the frame's, with the frame's end of the channel. */
export interface FrameConnect {
  type: 'soft-pull-connect';
  protocol: typeof frameProtocol;
}

/** What the page says, without what the frame knows better: its own origin and the page around it. */
export type PageSettings = Omit<FlowSettings, 'server' | 'merchant' | 'parent_origin'>;

/** How the page around the frame looks. */
export interface Theme {
  /** The value of the page's `color-scheme` property. */
  color_scheme: string;
  /** The `--soft-pull-*` properties that the page sets, by name. */
  properties: Record<string, string>;
}

/** From the page to the frame, through the channel. */
export type FrameCommand =
  | Exclude<FlowCommand, { settings: FlowSettings }>
  | { type: 'configure'; settings: PageSettings }
  | { type: 'begin_with'; handles: Handle[]; settings: PageSettings }
  | { type: 'restart_with'; settings: PageSettings }
  | { type: 'theme'; theme: Theme };

/** From the frame to the page, through the channel; never personal data, never a session token. */
export type FrameMessage =
  | FlowMessage
  /** What the content needs, in CSS pixels. */
  | { type: 'height'; height: number };
