import type { CommonStrings, Message } from '../strings.ts';

const sessionEnded: Message = {
  title: 'Esta sesión terminó',
  text: 'Ya no tenemos abierta esta solicitud. Puede empezar de nuevo.',
};

const notSetUp: Message = {
  title: 'El financiamiento no está disponible en esta página',
  text: 'La tienda no ha terminado de configurar el financiamiento.',
};

const internal: Message = {
  title: 'Algo salió mal',
  text: 'Fue culpa nuestra, no suya. Intente de nuevo; nada ocurre dos veces.',
};

export const common: CommonStrings = {
  label: 'Solicitud de financiamiento',
  loading: 'Cargando la solicitud de financiamiento',
  busy: 'Un momento, por favor',
  tryAgain: 'Intentar de nuevo',
  startAgain: 'Empezar de nuevo',
  checkAgain: 'Comprobar de nuevo',
  answers: {
    refresh: 'Todavía no nos ha llegado nada nuevo.',
    invite_to_portal:
      'La invitación se le envió por correo electrónico. Puede tardar unos minutos en llegar.',
  },
  reference: (correlationId) => `Si pide ayuda, dé esta referencia: ${correlationId}`,
  amountChanged: (amount) => `El monto a financiar ahora es ${amount}`,
  codeUsed: {
    chosen:
      'Se eligió una oferta y sus términos aún no se aceptan. Continúe donde presentó la solicitud o empiece de nuevo.',
    ended: 'La solicitud terminó. Puede empezar de nuevo.',
    accepted: 'Los términos se aceptaron. Continúe donde presentó la solicitud.',
    charged:
      'Los términos se aceptaron y se solicitó un cargo. Continúe donde presentó la solicitud.',
  },
  nmls: (id) => `NMLS ID ${id}`,
  problems: {
    lender_unavailable: {
      title: 'No fue posible comunicarse con el prestamista',
      text: 'No se decidió nada y no se cobró nada. Puede intentarlo de nuevo sin riesgo.',
    },
    network: {
      title: 'No pudimos conectarnos',
      text: 'Revise su conexión a internet e intente de nuevo. Repetir es seguro: nada ocurre dos veces.',
    },
    token_expired: {
      title: 'Envíelo una vez más, por favor',
      text: 'Pasó un tiempo, así que abrimos una sesión nueva. Todo lo que escribió sigue aquí.',
    },
    unauthorized: sessionEnded,
    not_found: sessionEnded,
    invalid_applicant: {
      title: 'Hay respuestas por revisar',
      text: 'Corrija las respuestas marcadas y envíe la solicitud otra vez.',
    },
    invalid_request: {
      title: 'La página de la tienda necesita una corrección',
      text: 'No se pudo leer el monto o el pedido. Recargue la página o vuelva al carrito de la tienda e intente de nuevo.',
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
    wrong_step: {
      title: 'Su solicitud ya avanzó',
      text: 'Aquí ve en qué punto está ahora.',
    },
    already_decided: {
      title: 'Esto ya se decidió',
      text: 'Aquí ve en qué punto está su solicitud.',
    },
    offer_unavailable: {
      title: 'Esta oferta ya no está disponible',
      text: 'Elija otra oferta.',
    },
    portal_required: {
      title: 'Primero necesita su cuenta del Portal de Pagos',
      text: 'Configúrela con el prestamista y después solicite el cargo.',
    },
    charge_blocked: {
      title: 'No se puede solicitar el cargo en este momento',
      text: 'Quizás este pedido ya se está pagando. La tienda o el prestamista pueden decirle más; también puede intentarlo más tarde.',
    },
    rate_limited: {
      title: 'Demasiadas solicitudes en este momento',
      text: 'Espere un minuto e intente de nuevo. Si sigue así, intente mañana.',
    },
    lender_refused: {
      title: 'El prestamista no pudo aceptar esto',
      text: 'Intente más tarde o pregunte al prestamista.',
    },
    consumer_unreachable: {
      title: 'El prestamista no puede comunicarse con usted',
      text: 'No pudo enviarle un mensaje de texto. Agregue su correo electrónico con el prestamista o llámelo y después intente de nuevo.',
    },
    fees_unknown: {
      title: 'La tienda todavía no puede recibir un cargo',
      text: 'La tienda no ha terminado de configurar el financiamiento. Su préstamo sigue igual.',
    },
    code_used: {
      title: 'Este enlace ya se usó',
      text: 'Continúe donde presentó la solicitud.',
    },
    origin_not_allowed: notSetUp,
    unknown_merchant: notSetUp,
    misconfigured: notSetUp,
    split_unbalanced: internal,
    unsupported_media_type: internal,
    payload_too_large: internal,
    method_not_allowed: internal,
    internal,
  },
};
