import type { Part } from '../bench/part.ts';
import { fuzzMerchantApi } from './merchant/fuzz-merchant.ts';

const linesPrinted = 20;

/** Wild requests to every call of the merchant API. */
export function merchantPart(options: { seed: number; requests: number }): Part {
  return {
    name: 'merchant',
    title: `Wild requests to the merchant API (seed ${options.seed})`,
    async run() {
      const report = await fuzzMerchantApi(options);
      const { statuses, serverErrors, unfit, echoes, overRefunded } = report;
      const failures = [...serverErrors, ...unfit, ...echoes, ...overRefunded];
      for (const line of failures.slice(0, linesPrinted)) console.error(line);
      const count = (name: string, value: number) => ({ name, value, unit: '' });
      return [
        count('requests', report.requests),
        ...Object.entries(statuses).map(([status, times]) => count(`answered ${status}`, times)),
        { ...count('answers of 500 and above', serverErrors.length), atMost: 0 },
        { ...count('answers not of their own form', unfit.length), atMost: 0 },
        { ...count('answers that repeat what was sent', echoes.length), atMost: 0 },
        { ...count('charges refunded beyond their amount', overRefunded.length), atMost: 0 },
        { name: 'slowest answer', value: report.slowestMs, unit: 'ms' },
      ];
    },
  };
}
