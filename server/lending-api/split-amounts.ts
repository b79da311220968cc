import { money, moneyInput } from './money.ts';

/** consumer_charge_amount = net_to_merchant_amount + net_platform_fee + net_to_sponsor_amount. */
export const splitAmounts = {
  consumer_charge_amount: money,
  net_to_merchant_amount: money,
  net_platform_fee: money,
  net_to_sponsor_amount: money,
};

/** The split as it is sent; that it balances is the service's rule. */
export const splitAmountsInput = {
  consumer_charge_amount: moneyInput({ min: '0.01' }),
  net_to_merchant_amount: moneyInput(),
  net_platform_fee: moneyInput(),
  net_to_sponsor_amount: moneyInput(),
};
