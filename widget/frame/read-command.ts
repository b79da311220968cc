import type { Handle } from '../contract/flow-message.ts';
import {
  type FrameCommand,
  type FrameConnect,
  frameProtocol,
  type PageSettings,
  type Theme,
} from '../contract/frame-message.ts';
import { languages } from '../contract/language.ts';
import type { Prefill } from '../contract/prefill.ts';
import {
  isAnyOf,
  isExactly,
  isFlag,
  isListOf,
  isNullOr,
  isOneOf,
  isPlain,
  isText,
  isWebUrl,
} from '../contract/shape.ts';
import { isThemeProperties } from './theme.ts';

const isWholeSettings = isExactly<PageSettings>({
  amount: isNullOr(isText),
  order_token: isNullOr(isText),
  offer_code: isText,
  locale: isOneOf(languages),
  return_url: isWebUrl,
  heading_level: isOneOf([1, 2, 3, 4, 5, 6]),
});

/** Most pages have no offer code, and scripts that a page has pinned may not know it. */
function isSettings(value: unknown): value is PageSettings {
  return isPlain(value) && isWholeSettings({ offer_code: '', ...value });
}

const isHandle = isExactly<Handle>({
  resume: isText,
  source: isOneOf(['storage', 'url', 'client_token']),
  opens_forms: isFlag,
});

const isHandles = isListOf(isHandle, 16);

/** Names that are not known are those of a younger page: the form leaves them out. */
function isPrefill(value: unknown): value is Prefill {
  return isPlain(value) && Object.values(value).every(isNullOr(isText));
}

const isTheme = isExactly<Theme>({
  color_scheme: isText,
  properties: isThemeProperties,
});

/** Whether what came through the channel is something that a page may ask for. */
export const isFrameCommand = isAnyOf<FrameCommand>({
  configure: { settings: isSettings },
  begin: { handles: isHandles },
  begin_with: { handles: isHandles, settings: isSettings },
  restart: {},
  restart_with: { settings: isSettings },
  prefill: { values: isPrefill },
  focus: { prevent_scroll: isFlag },
  theme: { theme: isTheme },
});

/**
 * Whether nothing can be shown without it, so that the page has to hear when it is refused; a look,
 * or a word of a younger page, is left out.
 */
export function isNeeded(value: unknown): boolean {
  return isPlain(value) && ('settings' in value || 'handles' in value);
}

export const isFrameConnect = isExactly<FrameConnect>({
  type: isOneOf(['soft-pull-connect']),
  protocol: isOneOf([frameProtocol]),
});
