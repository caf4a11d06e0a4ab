import { Simulation } from './src/testing/simulation.ts'
import { presets } from './src/link/presets.ts'
import { Bot } from './games/platformer/bot.ts'
import { platformer } from './games/platformer/game.ts'
const sim=new Simulation(platformer,{seed:1, kind:'datagram'})
const N=Number(process.argv[2]??50), seconds=Number(process.argv[3]??20)
let times:number[]=[], pk:number[]=[]
let obs:any
for(let n=0;n<N;n++){
  const bot=new Bot(100+n)
  const c=sim.join({conditions:n===0?presets.wifi:undefined, frameHz:n===0?60:30, script:(s:any)=>{
    const pips=s.entities('pip'); const me=pips.find((p:any)=>p.mine)
    if(me&&n>0) bot.think(me,pips,s.entities('coin'),s.ownTimeMs,s.input)
  }})
  if(n===0){ obs=c.session; const f=obs.frame; obs.frame=function obsFrame(t:number){const a=performance.now(); f.call(obs,t); times.push(performance.now()-a)} }
  else c.session.techniques.foresee=false
}
sim.run(6000)
const st=(on:boolean,t:number[])=>{t.sort((a,b)=>a-b); console.log(on,t.length,'mean',(t.reduce((a,b)=>a+b,0)/t.length).toFixed(3),'p50',t[t.length>>1]!.toFixed(3),'p99',t[Math.floor(t.length*.99)]!.toFixed(3))}
for(let r=0;r<1;r++) for(const on of [true]){
  obs.techniques.foresee=on; sim.run(1000); times=[]; sim.run(1000*seconds/4)
  st(on,times)
}
