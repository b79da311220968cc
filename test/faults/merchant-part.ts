import { count, none, type Part } from '../bench/part.ts';
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
      return [
        count('requests', report.requests),
        ...Object.entries(statuses).map(([status, times]) => count(`answered ${status}`, times)),
        none('answers of 500 and above', serverErrors.length),
        none('answers not of their own form', unfit.length),
        none('answers that repeat what was sent', echoes.length),
        none('charges refunded beyond their amount', overRefunded.length),
        { name: 'slowest answer', value: report.slowestMs, unit: 'ms' },
      ];
    },
  };
}
