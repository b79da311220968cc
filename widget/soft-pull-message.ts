import { define } from './elements/define.ts';
import { SoftPullMessage } from './message/soft-pull-message-element.ts';

define('soft-pull-message', SoftPullMessage);

export { SoftPullMessage } from './message/soft-pull-message-element.ts';
export { SoftPullMessageOpenEvent } from './message/message-open-event.ts';
