import type { PageStrings } from '../page-strings.ts';

/** Text messages, paper copies and consent in Spanish. */
export const preferences: PageStrings['preferences'] = {
  title: 'Sus mensajes y documentos',
  lede: (merchant) => `De su solicitud en ${merchant}.`,
  smsTitle: 'Mensajes de texto',
  smsOn: 'Podemos enviarle mensajes de texto sobre esta solicitud y este préstamo.',
  smsOnTo: (phone) =>
    `Podemos enviar mensajes de texto sobre esta solicitud y este préstamo al número que termina en ${phone}.`,
  smsOff:
    'No le enviamos mensajes de texto. Lo que necesita su respuesta le llega por correo electrónico. Si desea recibir mensajes de texto, llámenos.',
  smsStop: 'No recibir más mensajes de texto',
  paperTitle: 'Copias en papel',
  paper:
    'Puede recibir sus avisos y documentos en papel, sin costo. Los enviamos por correo a la dirección de su solicitud.',
  paperAsk: 'Envíenme copias en papel',
  paperDone: 'Sus copias en papel van en camino a la dirección de su solicitud.',
  paperNoAddress:
    'La dirección de su solicitud se eliminó al cumplirse su plazo. Llámenos y díganos adónde enviar sus copias en papel, sin costo.',
  esignTitle: 'Documentos electrónicos',
  esign:
    'Si aceptó recibir avisos y documentos en forma electrónica, puede retirar este consentimiento en cualquier momento, sin costo.',
  esignEffect:
    'Si lo retira, recibirá los documentos siguientes en papel. Un préstamo que ya aceptó sigue sin cambios. Una solicitud que no completó termina, porque solo se puede completar electrónicamente; no debe nada por ella.',
  esignAsk: 'Retirar mi consentimiento',
  esignDone: 'Retiró su consentimiento. Los documentos siguientes le llegarán en papel.',
  contactTitle: '¿Cambió su dirección o su número?',
  contact: (lender, phone) => `Llame a ${lender} al ${phone}.`,
};
