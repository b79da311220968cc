import type { CommonStrings, Message } from '../strings.ts';

const sessionEnded: Message = {
  title: 'Esta sesión terminó',
  text: 'Puede empezar de nuevo.',
};

const notSetUp: Message = {
  title: 'El financiamiento no está disponible en esta página',
  text: 'La tienda no ha terminado de configurar el financiamiento.',
};

const internal: Message = {
  title: 'Algo salió mal',
  text: 'Fue culpa nuestra, no suya. Intente de nuevo. Es seguro: nada se hace dos veces.',
};

export const common: CommonStrings = {
  label: 'Solicitud de financiamiento',
  loading: 'Cargando la solicitud de financiamiento',
  busy: 'Un momento, por favor',
  tryAgain: 'Intentar de nuevo',
  startAgain: 'Empezar de nuevo',
  reference: (correlationId) => `Si pide ayuda, dé esta referencia: ${correlationId}`,
  amountChanged: (amount) => `El monto a financiar ahora es ${amount}`,
  codeUsed: {
    chosen:
      'Se eligió una oferta, pero todavía no se han aceptado sus términos. Continúe en la pestaña del navegador donde presentó la solicitud o empiece de nuevo.',
    ended: 'La solicitud se cerró. Puede empezar de nuevo.',
    accepted:
      'Los términos se aceptaron. Continúe en la pestaña del navegador donde presentó la solicitud.',
    charged:
      'Los términos se aceptaron y la tienda pidió un pago. Continúe en la pestaña del navegador donde presentó la solicitud.',
  },
  nmls: (id) => `NMLS ID ${id}`,
  problems: {
    lender_unavailable: {
      title: 'No fue posible comunicarse con el prestamista',
      text: 'No se decidió nada y no se cobró nada. Puede intentarlo de nuevo sin riesgo.',
    },
    network: {
      title: 'No pudimos conectarnos',
      text: 'Revise su conexión a internet e intente de nuevo. Es seguro: nada se hace dos veces.',
    },
    token_expired: {
      title: 'Inténtelo otra vez, por favor',
      text: 'Su sesión terminó, así que abrimos una nueva. Todo lo que escribió sigue aquí.',
    },
    unauthorized: sessionEnded,
    not_found: sessionEnded,
    invalid_applicant: {
      title: 'Hay respuestas por revisar',
      text: 'Algunas no se pudieron aceptar. Corríjalas e intente de nuevo.',
    },
    invalid_request: {
      title: 'Hay un problema con la página de la tienda',
      text: 'Recargue la página o vuelva al carrito de la tienda e intente de nuevo.',
    },
    amount_out_of_range: {
      title: 'Este monto no se puede financiar',
      text: 'Vuelva al carrito de la tienda para cambiar el monto.',
    },
    amount_not_taken: {
      title: 'El prestamista no aceptó este monto',
      text: 'Puede tomar la oferta por su monto completo.',
    },
    order_invalid: {
      title: 'No se pudo confirmar el pedido',
      text: 'Recargue la página o vuelva al carrito de la tienda e intente de nuevo.',
    },
    order_required: {
      title: 'La tienda aún debe confirmar el pedido',
      text: 'Vuelva al carrito de la tienda y continúe desde allí.',
    },
    order_in_use: {
      title: 'Este pedido tiene una solicitud',
      text: 'Continúe donde presentó la solicitud o empiece de nuevo.',
    },
    order_accepted: {
      title: 'Este pedido tiene un préstamo',
      text: 'Pregunte a la tienda o al prestamista cómo continuar, o empiece de nuevo.',
    },
    wrong_step: {
      title: 'Su solicitud ya pasó este paso',
      text: 'Esta página muestra en qué punto está ahora.',
    },
    already_decided: {
      title: 'El prestamista ya decidió',
      text: 'Esta página muestra en qué punto está su solicitud.',
    },
    offer_unavailable: {
      title: 'Esta oferta ya no está disponible',
      text: 'Elija otra oferta.',
    },
    portal_required: {
      title: 'Primero necesita una cuenta del Portal de Pagos',
      text: 'Configúrela con el prestamista e intente de nuevo.',
    },
    charge_blocked: {
      title: 'No se puede pedir este pago en este momento',
      text: 'Quizás este pedido ya está pagado. Pregunte a la tienda o al prestamista, o intente más tarde.',
    },
    rate_limited: {
      title: 'Demasiados intentos en este momento',
      text: 'Espere un minuto e intente de nuevo. Si eso no ayuda, intente mañana.',
    },
    lender_refused: {
      title: 'El prestamista no pudo hacer esto',
      text: 'Intente más tarde o pregunte al prestamista.',
    },
    offer_code_refused: {
      title: 'El código de oferta de la tienda no es válido',
      text: 'Puede continuar sin él.',
    },
    consumer_unreachable: {
      title: 'El prestamista no puede comunicarse con usted',
      text: 'No pudo enviarle un mensaje de texto y no tiene su correo electrónico. Llame al prestamista para agregarlo y después intente de nuevo.',
    },
    fees_unknown: {
      title: 'La tienda todavía no puede recibir pagos',
      text: 'Su préstamo sigue igual.',
    },
    code_used: {
      title: 'Este enlace ya se usó',
      text: 'Continúe en la pestaña del navegador donde presentó la solicitud.',
    },
    origin_not_allowed: notSetUp,
    unknown_merchant: notSetUp,
    misconfigured: notSetUp,
    idempotency_conflict: internal,
    unsupported_media_type: internal,
    payload_too_large: internal,
    method_not_allowed: internal,
    internal,
  },
};
