import type { PageStrings } from '../en.ts';

/** What every page may say: the frame, links, failures, proofs of identity, and where a loan stands. */
export const shared: Pick<
  PageStrings,
  'common' | 'link' | 'failure' | 'identity' | 'stepUp' | 'state'
> = {
  common: {
    sandbox:
      'Entorno de pruebas: prestamista y dinero ficticios. Nunca escriba datos personales reales.',
    skip: 'Ir al contenido',
    errorTitle: 'Hay un problema',
    errorPrefix: 'Error:',
    returnTo: (merchant) => `Volver a ${merchant}`,
    contact: (lender, phone) => `¿Preguntas? Llame a ${lender} al ${phone}.`,
    nmls: (id) => `NMLS ID ${id}`,
  },
  link: {
    unknownTitle: 'Este enlace no funciona',
    unknown:
      'Compruebe que copió el enlace completo o ábralo de nuevo desde el mensaje o la página de donde vino.',
    replacedTitle: 'Este enlace fue reemplazado',
    replaced: {
      invitation:
        'Se creó un enlace más reciente para usted. Vuelva al comercio y continúe desde allí.',
      terms: 'Se creó un enlace más reciente para usted. Vuelva al comercio y continúe desde allí.',
      charge: 'Le enviamos un enlace más reciente. Use el enlace del último mensaje.',
      portal: 'Le enviamos un enlace más reciente. Use el enlace del último mensaje.',
      preferences: 'Le enviamos un enlace más reciente. Use el enlace del último mensaje.',
    },
    expiredTitle: 'Este enlace venció',
    expired:
      'Los enlaces funcionan por tiempo limitado para proteger su información. Continúe con el último correo electrónico que le enviamos o vuelva al comercio para obtener un enlace nuevo.',
    nothingLeftTitle: 'Aquí no queda nada por hacer',
    nothingLeft:
      'Si desea saber más, consulte los correos electrónicos que le enviamos, pregunte al comercio o llámenos.',
    lockedTitle: 'Este enlace está bloqueado',
    locked:
      'Las respuestas no coincidieron demasiadas veces, así que este enlace ya no acepta ninguna. Los enlaces que le enviamos por correo electrónico sí.',
    dayLockedTitle: 'Bloqueado hasta mañana',
    dayLocked:
      'Las respuestas no coincidieron demasiadas veces hoy. Para protegerle, aquí no se puede confirmar nada hasta mañana: vuelva a probar este enlace entonces. Le enviamos un correo electrónico al respecto.',
    bothLocked:
      'Las respuestas no coincidieron demasiadas veces. Para protegerle, este enlace ya no acepta ninguna, y ningún otro lo hará hasta mañana.',
    mailed: {
      already_sent: 'Le enviamos un enlace nuevo por correo electrónico: úselo para continuar.',
      none: 'Para continuar, pida que le enviemos un enlace nuevo por correo electrónico.',
      too_many:
        'Ya le enviamos todos los enlaces que podemos enviar en un día. Inténtelo mañana o llámenos.',
    },
    mailAgain:
      'Ya tiene un enlace nuevo en su correo electrónico. Búsquelo también en la carpeta de correo no deseado o llámenos.',
    mailButton: 'Enviarme un enlace nuevo',
  },
  failure: {
    undoneTitle: 'No fue posible en este momento',
    undone: 'No se cambió nada. Espere un momento e inténtelo de nuevo.',
    unknownTitle: 'Algo salió mal',
    unknown:
      'Es posible que se haya completado de todos modos. Abra su enlace otra vez para ver qué ocurrió antes de volver a intentarlo.',
  },
  identity: {
    title: 'Confirme que es usted',
    lede: (merchant) =>
      `Antes de mostrarle su préstamo para ${merchant}, escriba los últimos cuatro dígitos del número de Seguro Social de su solicitud.`,
    label: 'Últimos cuatro dígitos de su número de Seguro Social',
    hint: 'Cuatro dígitos. Nunca los enviamos en un mensaje ni los mostramos al comercio.',
    button: 'Continuar',
    missing: 'Escriba los últimos cuatro dígitos de su número de Seguro Social',
    wrong: (left) =>
      left === 1
        ? 'No coincide con los datos de su solicitud. Le queda 1 intento'
        : `No coincide con los datos de su solicitud. Le quedan ${left} intentos`,
  },
  stepUp: {
    title: 'Escriba el código que le enviamos',
    lede: (phone) =>
      `Para protegerle enviamos un mensaje de texto con un código de seis dígitos al número de teléfono que termina en ${phone}.`,
    ledeEmail: (email) =>
      `Para protegerle enviamos un correo electrónico con un código de seis dígitos a ${email}.`,
    label: 'Código de seis dígitos',
    hint: 'Puede tardar un minuto en llegar y vale durante 10 minutos.',
    sandboxHint: 'En el entorno de pruebas, 123456 es correcto y 000000 falla.',
    button: 'Confirmar',
    sendAgain: 'Enviar un código nuevo',
    sentAgain: 'Enviamos un código nuevo. Solo vale el último.',
    over: 'El código que enviamos ya no vale. Pida uno nuevo.',
    tooMany:
      'Ya enviamos todos los códigos que podemos enviar en un día. Inténtelo mañana o llámenos.',
    missing: 'Escriba los seis dígitos del código',
    wrong: (left) =>
      left === 1
        ? 'Ese no es el código. Le queda 1 intento'
        : `Ese no es el código. Le quedan ${left} intentos`,
  },
  state: {
    offerExpiredTitle: 'Esta oferta venció',
    offerExpired: 'No se firmó nada y no debe nada. Puede buscar nuevas ofertas en el comercio.',
    declinedTitle: 'No podemos ofrecerle este préstamo',
    declined:
      'Le enviaremos un aviso con la explicación a la dirección de correo electrónico que dio. También puede tenerlo en papel.',
    cancelledTitle: 'Este préstamo fue cancelado',
    cancelled:
      'No debe nada por él y ya no se le puede hacer ningún cargo. Puede empezar de nuevo en el comercio.',
    reviewTitle: 'Todavía estamos revisando',
    review:
      'Una persona está revisando su solicitud. Le enviaremos un correo electrónico en cuanto haya una decisión.',
    suspendedTitle: 'Este préstamo está en pausa',
    suspended: 'Por el momento no se pueden hacer cargos. Llámenos para saber más.',
  },
};
