import { define } from './elements/define.ts';
import { SoftPullMessage } from './message/soft-pull-message-element.ts';

define('soft-pull-message', SoftPullMessage);

export { SoftPullMessage, SoftPullMessageOpenEvent } from './message/soft-pull-message-element.ts';
