import type { PageStrings } from '../page-strings.ts';

/** The Payment Portal of a loan, in Spanish. */
export const account: PageStrings['account'] = {
  signInTitle: 'Entre en su Portal de Pagos',
  signInLede: (merchant) => `De su préstamo en ${merchant}.`,
  signIn: 'Entrar',
  title: 'Su Portal de Pagos',
  mayBeCharged: (merchant) =>
    `${merchant} puede pedirle un cargo. Usted aprueba o rechaza cada uno.`,
  cannotBeCharged: (merchant) => `Por ahora ${merchant} no puede pedirle otro cargo.`,
  limit: 'Monto del préstamo',
  spent: 'Cargado hasta ahora',
  setAside: 'Apartado para cargos que esperan su respuesta',
  available: 'Disponible para gastar',
  windowEnd: 'Úselo hasta el',
  windowEnded: 'Se pudo usar hasta el',
  chargesTitle: 'Cargos',
  noCharges: 'Todavía no hay cargos.',
  requested: 'Pedido el',
  amount: 'Monto',
  status: 'Estado',
  statuses: {
    Pending: 'Espera su respuesta: use el enlace que le enviamos',
    Rejected: 'Rechazado',
    Expired: 'Vencido',
    Canceled: 'Cancelado',
  },
  payments: {
    being_paid: () => 'Aprobado: se está pagando',
    paid: () => 'Pagado',
    partly_refunded: (refunded) => `Pagado, con ${refunded} reembolsados`,
    refunded: () => 'Reembolsado',
    failed: () => 'No se pudo completar: no se cobró nada',
    returned: () => 'Devuelto: ya no queda nada de él en su préstamo',
  },
  paymentTitle: 'Hacer un pago',
  payment: (phone) => `Llame al ${phone} para hacer un pago. No tiene costo.`,
  preferences: 'Mensajes de texto, copias en papel y su consentimiento',
};
