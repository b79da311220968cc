import type { Context, ErrorHandler } from 'hono';
import type { LendingContext } from '../context.ts';
import { answerErrors } from '../routes/answer-errors.ts';
import { noticePage } from './notice-page.ts';
import { pageReader } from './reader.ts';
import { localeOf } from './request.ts';

/** What nobody foresaw, and what the database could not do, told to a person as a page. */
export function answerPageErrors({ config, log }: LendingContext): ErrorHandler {
  const answer = answerErrors(log);
  return async function answerPageError(error, c) {
    const response = await answer(error, c);
    if (response.status < 500) return response;
    const isUndone = response.status === 503;
    return c.html(failureOf(config, c, isUndone), isUndone ? 503 : 500);
  };
}

function failureOf(config: LendingContext['config'], c: Context, isUndone: boolean) {
  const reader = pageReader(config, localeOf(c));
  const { failure } = reader.strings;
  return noticePage(reader, {
    title: isUndone ? failure.undoneTitle : failure.unknownTitle,
    text: isUndone ? failure.undone : failure.unknown,
    back: null,
  });
}
