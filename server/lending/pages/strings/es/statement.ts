import type { PageStrings } from '../page-strings.ts';

/** A merchant's monthly statement in Spanish. */
export const statement: PageStrings['statement'] = {
  title: (number) => `Estado de cuenta ${number}`,
  merchant: 'Comercio',
  period: 'Período',
  periodText: (first, last) => `del ${first} al ${last}`,
  status: 'Estado',
  open: (day) => `Abierto: los importes pueden cambiar hasta que se emita el ${day}`,
  issued: (day) => `Emitido el ${day}`,
  currency:
    'Todos los importes están en dólares estadounidenses. Los días y meses son los de Nueva York.',
  ownOnly: 'Aquí solo aparece lo que trajeron sus propios clientes.',
  totalsTitle: 'Totales',
  charges: 'Cargos a los consumidores',
  refunds: 'Reembolsos a los consumidores y cargos devueltos',
  fees: 'Comisiones del comercio',
  feeCredits: 'Comisiones del comercio devueltas',
  net: 'Neto para el comercio',
  linesTitle: 'Transacciones',
  none: 'No se liquidó nada en este período.',
  settled: 'Liquidado',
  loanNumber: 'Número de préstamo',
  transaction: 'Transacción',
  amount: 'Importe',
  fee: 'Comisión',
  netOfLine: 'Neto',
  transactions: {
    109: 'Cargo inicial',
    111: 'Cargo del proyecto',
    113: 'Cargo final',
    115: 'Reembolso',
  },
  returned: (transaction) => `${transaction}, devuelto`,
};
