/** A charge that ended so moved no money: another may follow, of an order that has changed. */
export const outcomesWithoutMoney = ['rejected', 'expired', 'canceled', 'failed'];
